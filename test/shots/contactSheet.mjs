import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const SHEET_WIDTH = 1_900;
const STYLE = `
	body { margin: 16px; background: #777; font: 13px system-ui, sans-serif; color: #fff }
	main { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
	figure { margin: 0 } figcaption { margin-bottom: 4px } img { display: block }
	a { color: inherit }`;

/** Writes a page that shows the pictures of one theme, width and language beside each other, and a picture of that page. */
export async function contactSheet(browser, folder, { name, pictures }) {
	const figures = pictures.map(
		(picture) =>
			`<figure><figcaption>${picture.name}</figcaption><img src="${picture.file}" style="zoom: ${1 / picture.zoom}"></figure>`,
	);
	const file = join(folder, `${name}.html`);
	writeFileSync(file, page(name, `<main>${figures.join("\n")}</main>`));
	const sheet = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 400 } });
	await sheet.goto(pathToFileURL(file).href);
	await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
	await sheet.close();
}

/** Writes index.html, which leads to all of them. */
export function contents(folder, sheets) {
	const links = sheets.map(({ name, pictures }) => `<li><a href="${name}.html">${name}</a> (${pictures.length})</li>`);
	writeFileSync(join(folder, "index.html"), page("The panel", `<ul>${links.join("\n")}</ul>`));
}

function page(title, content) {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${content}`;
}

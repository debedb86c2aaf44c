import { writeFileSync } from "node:fs";
import { join } from "node:path";

const STYLE = `
	body { margin: 16px; background: #777; font: 13px system-ui, sans-serif; color: #fff }
	main { column-gap: 16px }
	figure { margin: 0 0 16px; break-inside: avoid } figcaption { margin-bottom: 4px } img { display: block }
	a { color: inherit }`;

/** Writes a page that shows the pictures of one theme, width and language beside each other. */
export function contactSheet(folder, { name, columnWidth, pictures }) {
	const figures = pictures.map(
		({ name: state, file, zoom }) =>
			`<figure><figcaption>${state}</figcaption><img src="${file}" style="zoom: ${1 / zoom}"></figure>`,
	);
	writeFileSync(
		join(folder, `${name}.html`),
		page(name, `<main style="columns: ${columnWidth}px">${figures.join("\n")}</main>`),
	);
}

/** Writes index.html, which leads to all of them. */
export function contents(folder, sheets) {
	const links = sheets.map(({ name, pictures }) => `<li><a href="${name}.html">${name}</a> (${pictures.length})</li>`);
	writeFileSync(join(folder, "index.html"), page("The panel", `<ul>${links.join("\n")}</ul>`));
}

function page(title, content) {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${content}`;
}

import type { Page } from "../protocol/page";

export interface PanelResources {
	/** What the page may load from, as `webview.cspSource` says it. */
	readonly source: string;
	readonly script: string;
	readonly style: string;
	/** Random for each page. */
	readonly nonce: string;
}

/** The document of the panel. Nothing from outside of Parley is in it, and only our one script can run. */
export function panelHtml({ source, script, style, nonce }: PanelResources, page: Page): string {
	const policy = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		// The component toolkit writes style elements of its own.
		`style-src ${source} 'unsafe-inline'`,
		`font-src ${source}`,
		// What the person attached: files of ours.
		`img-src ${source}`,
	].join("; ");
	// `<` would end the element that holds the data.
	const data = JSON.stringify(page).replaceAll("<", "\\u003c");
	return `<!doctype html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escaped(style)}">
<title>Parley</title>
</head>
<body class="parley">
<div id="live" class="sr-only" role="status" aria-live="polite"></div>
<main class="panel"><h1 class="sr-only">Parley</h1><div id="panel"></div></main>
<script type="application/json" id="page">${data}</script>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

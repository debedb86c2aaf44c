/**
 * The address of a window on a server: a folder, a workspace file or neither (an empty window), and the extension that
 * is developed and tested in it.
 */
export function windowUrl(server, { folder, workspace, developmentPath, testsPath } = {}) {
	const url = new URL(server.url);
	const remote = (path) => `vscode-remote://${url.host}${encodeURI(path)}`;
	if (folder) url.searchParams.set("folder", folder);
	if (workspace) url.searchParams.set("workspace", workspace);
	if (!folder && !workspace) url.searchParams.set("ew", "true");
	const payload = [];
	for (const path of [developmentPath ?? []].flat()) payload.push(["extensionDevelopmentPath", remote(path)]);
	if (testsPath) payload.push(["extensionTestsPath", remote(testsPath)]);
	if (payload.length > 0) url.searchParams.set("payload", JSON.stringify(payload));
	return url.toString();
}

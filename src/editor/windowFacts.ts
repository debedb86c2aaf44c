import { env, type ExtensionContext, version, workspace } from "vscode";

/** The version of this extension. */
export function extensionVersion(context: ExtensionContext): string {
	const { version } = context.extension.packageJSON as { version: string };
	return version;
}

/** The program that extensions run on here. Desktop and server of the same editor are two. */
export function editorNode(): { readonly editor: string; readonly path: string; readonly isElectron: boolean } {
	const editor = `${env.uriScheme}-${env.appHost}`.replace(/[^A-Za-z0-9.-]/g, "-").slice(0, 64);
	return { editor, path: process.execPath, isElectron: process.versions["electron"] !== undefined };
}

/** For people who report a fault: "Visual Studio Code 1.101.0, linux x64, Node 22.15.1, remote: wsl". */
export function editorText(): string {
	const remote = env.remoteName === undefined ? [] : [`remote: ${env.remoteName}`];
	return [
		`${env.appName} ${version}`,
		`${process.platform} ${process.arch}`,
		`Node ${process.versions.node}`,
		...remote,
	].join(", ");
}

/** Names the workspace: the URI of its file or of its single folder; undefined without a folder. */
export function workspaceUri(): string | undefined {
	return (workspace.workspaceFile ?? workspace.workspaceFolders?.[0]?.uri)?.toString();
}

/** The folders on this machine's disk. */
export function workspaceFolders(): readonly { readonly name: string; readonly path: string }[] {
	return (workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme === "file")
		.map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

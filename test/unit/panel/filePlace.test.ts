import { expect, test } from "vitest";
import { pathInside } from "../../../src/ui/filePlace";

const folders = ["/home/ada/web-shop", "/home/ada/api/"];

test("a path from where the agent runs leads into the workspace", () => {
	expect(pathInside(folders, "/home/ada/web-shop/src", "../lib//./a.ts")).toBe("/home/ada/web-shop/lib/a.ts");
	expect(pathInside(folders, undefined, "/home/ada/api/x.py")).toBe("/home/ada/api/x.py");
	expect(pathInside(["c:\\Users\\ada\\shop"], "c:\\Users\\ada\\shop", "C:\\Users\\ada\\shop\\a.ts")).toBe(
		"c:/Users/ada/shop/a.ts",
	);
});

test.each([
	["/home/ada/web-shop", "../../.ssh/id_rsa"],
	["/home/ada/web-shop", "/etc/passwd"],
	["/home/ada/web-shop", "/home/ada/web-shop/../secret"],
	["/home/ada/web-shop", "/home/ada/web-shop-2/a.ts"],
	["/home/ada/web-shop", "../".repeat(50) + "etc/passwd"],
	["/home/ada/web-shop", "\\..\\..\\x"],
	["/tmp", "a.ts"],
	["/home/ada/web-shop", "."],
	[undefined, "a.ts"],
])("from %s, %s leads out of it", (base, path) => {
	expect(pathInside(folders, base, path)).toBeUndefined();
});

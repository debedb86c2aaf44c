import { mkdirSync } from "node:fs";
import { join } from "node:path";

export function dsh({ home, url, key }) {
	mkdirSync(join(home, ".dsh"));
	return { variables: { DEEPSEEK_BASE_URL: url, DEEPSEEK_API_KEY: key } };
}

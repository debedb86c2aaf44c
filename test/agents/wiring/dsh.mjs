export function dsh({ url, key }) {
	return { variables: { DEEPSEEK_BASE_URL: url, DEEPSEEK_API_KEY: key } };
}

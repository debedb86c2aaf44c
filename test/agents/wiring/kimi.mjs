export function kimi({ url, key }) {
	return {
		variables: {
			KIMI_MODEL_NAME: "m1",
			KIMI_MODEL_API_KEY: key,
			KIMI_MODEL_BASE_URL: `${url}/v1`,
			KIMI_MODEL_PROVIDER_TYPE: "openai",
		},
	};
}

/** The id of the manifest's one `mcpServerDefinitionProviders`. */
export const MCP_PROVIDER = "parley.interaction";

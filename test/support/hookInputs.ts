/** What the agents really send to their hooks, shortened (versions of the README's table). */
export const CLAUDE = {
	session_id: "a093a07c-bac6-4478-bc01-72a04a6eb47b",
	prompt_id: "7d1c2a90-0f6e-4e7b-9a0b-0c4b6f0d8a11",
	transcript_path: "/home/ada/.claude/projects/-work/a093a07c.jsonl",
	cwd: "/projects/shop",
	permission_mode: "default",
} as const;

export const CODEX = {
	session_id: "019ad2f4-5b1c-7c02-9d55-4a3c1be1a111",
	turn_id: "019ad2f4-9c77-7d10-8a4e-8e2f0a9b2222",
	transcript_path: null,
	cwd: "/projects/shop",
	model: "gpt-5.4",
	permission_mode: "default",
} as const;

export const GEMINI = {
	session_id: "4c0e2f6a-33a1-4a39-b7ac-6c7d8a3f3333",
	transcript_path: "/home/ada/.gemini/tmp/chat.json",
	cwd: "/projects/shop",
	timestamp: "2026-11-30T12:00:00.000Z",
} as const;

export const QWEN = {
	session_id: "6a1b7a52-8b0a-4c4e-8e34-59a3c6b74444",
	prompt_id: "6a1b7a52-8b0a-4c4e-8e34-59a3c6b74444########0",
	cwd: "/projects/shop",
	timestamp: "2026-11-30T12:00:00.000Z",
} as const;

export const COPILOT = {
	sessionId: "8e1f5c37-5e55-4f0d-8d1a-5a5a5a5a5555",
	timestamp: 1_764_500_000_000,
	cwd: "/projects/shop",
} as const;

export const BASH = { command: "npm test", description: "Run the tests" } as const;

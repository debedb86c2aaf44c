/** What `parley-bridge --check` prints, and whether nothing that was examined is broken. */
export interface ShellReport {
	readonly text: string;
	readonly isHealthy: boolean;
}

/** Examines what can be seen from a shell. `script`: the bridge's own file, as Node was told it. */
export interface ShellDoctor {
	readonly checkFromShell: (script: string) => Promise<ShellReport>;
}

/** The file that lies beside the bridge, as a module. */
export interface ShellDoctorBundle {
	readonly doctors: ShellDoctor;
}

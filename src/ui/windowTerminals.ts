/** The terminals of this window as surfaces need them, by the process id of their shell. */
export interface WindowTerminals {
	/** By the person's act: shows and focuses it. False: that terminal has gone. */
	show(processId: number): Promise<boolean>;
	/** Types one line into it, without Enter, and shows it. False: that terminal has gone. */
	type(processId: number, text: string): Promise<boolean>;
}

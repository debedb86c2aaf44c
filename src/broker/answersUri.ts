/** The resource that holds what was answered before in the session's folder. */
export const ANSWERS_URI = "parley://answers";

// Route options of pages or states outside `/v2`, which monitors and link checkers may request with HEAD.
export const WITH_HEAD = { exposeHeadRoute: true } as const;

// Options of a page or state outside of `/v2`, which monitors and checkers of links may request by HEAD.
export const WITH_HEAD = { exposeHeadRoute: true } as const;

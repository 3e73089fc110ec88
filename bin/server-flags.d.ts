export declare const SERVER_FLAGS: readonly string[];
export declare const SERVER_MALLOC: Readonly<Record<string, string>>;

// A response of the dashboard that the browser saves as a file.

/** A file, or what is written like one. */
export interface Download {
  readonly name: string;
  /** Its media type, where the route leaves that open. */
  readonly type?: string;
  readonly content: string | NodeJS.ReadableStream;
}

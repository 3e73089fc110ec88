// A response of the dashboard that the browser saves as a file.

/** A file, or a stream like one. */
export interface Download {
  readonly name: string;
  /** Its media type, if the route leaves it open. */
  readonly type?: string;
  readonly content: string | NodeJS.ReadableStream;
}

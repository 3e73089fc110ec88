// The reply of the reconciliation service to one request.
import type { JsonObject } from '../http/body/read-body.ts';

export interface ServiceReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** JSON, or an HTML page. */
  readonly body: JsonObject | string;
}

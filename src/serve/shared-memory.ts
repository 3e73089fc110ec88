// The memory that the serving threads of a process share.
import { addressLimiterMemory } from '../accounts/address-limiter.ts';
import { rateLimiterMemory } from '../accounts/rate-limiter.ts';
import { healthMemory } from '../ops/monitoring/health.ts';

export interface SharedMemory {
  readonly rates: SharedArrayBuffer;
  readonly addresses: SharedArrayBuffer;
  /** See ops/monitoring/health.ts. */
  readonly health: SharedArrayBuffer;
}

export function sharedMemory(): SharedMemory {
  return { rates: rateLimiterMemory(), addresses: addressLimiterMemory(), health: healthMemory() };
}

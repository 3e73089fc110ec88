// Opens the log of requests of a serving thread and, in one thread of the process, its storage.

import type { Config } from '../app/config.ts';
import { callsFile } from '../app/data-folder.ts';
import type { OnCall } from '../http/call.ts';
import { systemClock } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { cutBodies } from './call-bodies.ts';
import { CallLog } from './call-log.ts';
import { CallLogThread } from './call-log-thread.ts';

/** `isStoring`: whether this thread runs the storage. */
export function openCallLog(config: Config, log: Pick<Log, 'error'>, isStoring: boolean) {
  const calls = new CallLog(config.data);
  const keepsBodies = config.callBodies;
  const thread = isStoring
    ? new CallLogThread({
        folder: config.data,
        file: callsFile(config),
        database: config.database,
        keepsBodies,
        log,
      })
    : null;
  const onCall: OnCall = (caller, { ms, ...call }, bodies) => {
    const kept = keepsBodies && bodies ? { bodies: cutBodies(bodies.request, bodies.answer) } : {};
    calls.note(caller, { ...call, ...kept, at: systemClock.now(), ms: Math.round(ms * 100) / 100 });
  };
  return {
    onCall,
    close: async () => {
      calls.close();
      await thread?.close();
    },
  };
}

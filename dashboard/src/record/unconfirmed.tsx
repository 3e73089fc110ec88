// Shown in place of stored rows until the server has confirmed that their records are still there.
import { Failure, Loading } from '../components/states.tsx';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import type { StoredCheck } from './stored-records.ts';

export function Unconfirmed({ failure, retry }: StoredCheck) {
  return failure ? <Failure failure={failure} onRetry={retry} /> : <Loading label={RECORD_TEXTS.checking} lines={6} />;
}

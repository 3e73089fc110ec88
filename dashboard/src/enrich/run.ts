// A run of a list, as the dashboard shows it.
import type { Answer } from '../api.ts';

export type Run = Answer<'GET /batches'>['rows'][number];

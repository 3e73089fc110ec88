// A member, as the dashboard shows one.
import type { Answer } from '../api.ts';

export type Member = Answer<'GET /members'>['rows'][number];

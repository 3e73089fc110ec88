// The figures that the overview and the page of an account show.
import type { Answer } from '../api.ts';

export type OverviewAnswer = Answer<'GET /overview'>;

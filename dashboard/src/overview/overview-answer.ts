// Figures that the overview and the page of an account share.
import type { Answer } from '../api.ts';

export type OverviewAnswer = Answer<'GET /overview'>;

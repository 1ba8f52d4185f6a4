import type { Rejection } from './adjust-rejection';
import type { ReasonCode } from './types';

/** What has been filled in, and the quantity that it was meant for. */
export type AdjustDraft = { text: string; reason: ReasonCode; note: string; from: number };
/** What an open adjustment shows beside its balance. */
export type Opened = { draft: AdjustDraft | null; rejection: Rejection | null; pending: boolean };

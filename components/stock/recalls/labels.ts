import type { Recall } from './types';

/** The classes of a recall, the gravest first. */
export const RECALL_CLASS: Record<Recall['class'], string> = {
  I: 'May cause serious harm or death',
  II: 'May cause temporary harm',
  III: 'Unlikely to cause harm',
};

export const CLASS_OPTIONS = (Object.keys(RECALL_CLASS) as Recall['class'][]).map((value) => ({
  value,
  label: `Class ${value}: ${RECALL_CLASS[value].toLowerCase()}`,
}));

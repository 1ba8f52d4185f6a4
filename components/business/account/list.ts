import { plainList } from '@/components/ui/data-table/list-definition';

/** The member's own sessions, oldest first. */
export const sessionsList = plainList('session', 25);

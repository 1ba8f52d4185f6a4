import { defineList } from '@/components/data-table/list-definition';

/** The member's own sessions, oldest first. */
export const sessionsList = defineList({ noun: 'session', limit: 25, searchable: false, filters: {} });

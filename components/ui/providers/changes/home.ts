import type { Changes, Stale } from './stale';

/** What is out of date after a change of this wing. */
export const HOME_STALE = {
  'follow-up.changed': ['customers.followUps', 'suppliers.followUps'],
  'notification.read': ['notifications.list', 'notifications.unread'],
  'preference.saved': ['notifications.preferences'],
  'schedule.saved': ['reportSchedules'],
  'view.saved': ['views'],
} satisfies Stale;

/** What operations on notifications, schedules and views change. */
export const HOME_CHANGES: Changes = {
  'notifications.read': ['notification.read'],
  'notifications.updatePreferences': ['preference.saved'],
  'reportSchedules.create': ['schedule.saved'],
  'reportSchedules.delete': ['schedule.saved'],
  'reportSchedules.update': ['schedule.saved'],
  'views.create': ['view.saved'],
  'views.delete': ['view.saved'],
  'views.update': ['view.saved'],
};

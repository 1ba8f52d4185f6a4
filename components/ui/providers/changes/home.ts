import type { Changes } from './stale';

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

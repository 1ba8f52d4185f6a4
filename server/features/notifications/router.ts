import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOfCaller } from '../../operation/objects';
import { users } from '../auth/tables';
import { countOwnUnread, getPreferences, listNotifications } from './queries';
import {
  ListNotifications,
  MarkRead,
  NoInput,
  NotificationList,
  NotificationPreferences,
  UnreadNotifications,
  UpdatePreferences,
} from './schema';
import { markNotificationsRead, updatePreferences } from './service';

export const notificationsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/notifications',
    summary: 'List notifications',
    description:
      'Your own, newest first, kept for 90 days. Lists what your current role and locations permit; an API key lists ' +
      "what its permissions allow, without its creator's security notifications.",
    permission: 'signed-in',
    input: ListNotifications,
    output: NotificationList,
  }).query(({ ctx, input }) => listNotifications(ctx, input)),

  unread: endpoint({
    rest: 'GET /api/v1/notifications/unread',
    summary: 'Count unread notifications',
    description: 'Cheaper than the list, for polling.',
    permission: 'signed-in',
    input: NoInput,
    output: UnreadNotifications,
  }).query(({ ctx }) => countOwnUnread(ctx)),

  read: endpoint({
    rest: 'POST /api/v1/notifications/read',
    summary: 'Mark notifications as read',
    description:
      'Those of `ids`, all or none of them (404), or all of yours. Responds with what is unread then.',
    permission: 'signed-in',
    input: MarkRead,
    output: UnreadNotifications,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => markNotificationsRead(ctx, input)),

  preferences: endpoint({
    rest: 'GET /api/v1/notifications/preferences',
    summary: 'Get notification preferences',
    description: 'For each kind, whether the bell lists it and when it is mailed to you.',
    permission: 'signed-in',
    input: NoInput,
    output: NotificationPreferences,
    object: rowOfCaller(users.id, 'user'),
  }).query(({ ctx }) => getPreferences(ctx)),

  updatePreferences: endpoint({
    rest: 'PATCH /api/v1/notifications/preferences',
    summary: 'Change notification preferences',
    description:
      'Applies to later notifications. Mail about security and recalls (`required`) is always sent at once.',
    permission: 'signed-in',
    input: UpdatePreferences,
    output: NotificationPreferences,
  }).mutation(({ ctx, input }) => updatePreferences(ctx, input)),
});

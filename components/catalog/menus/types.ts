import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Menu = inferRouterOutputs<AppRouter>['menus']['get'];
export type NewMenu = inferRouterInputs<AppRouter>['menus']['create'];
export type MenuLink = inferRouterOutputs<AppRouter>['menus']['links']['data'][number];
export type MenuSend = inferRouterOutputs<AppRouter>['menus']['sends']['data'][number];
export type MenuMail = Pick<inferRouterInputs<AppRouter>['menus']['send'], 'subject' | 'message' | 'segment'>;

import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { getMenu, listLinks, listMenus } from './queries';
import {
  ListMenuLinks,
  ListMenus,
  MAX_MENUS,
  Menu,
  MenuId,
  MenuLinkId,
  MenuLinkList,
  MenuList,
  NewMenu,
  RotateMenu,
  UpdateMenu,
} from './schema';
import { ListMenuSends, MenuSend, MenuSendId, MenuSendList, SendMenu } from './sending/schema';
import { getSend, listSends, sendMenu } from './sending/service';
import { createMenu, deleteLink, deleteMenu, rotateMenu, updateMenu } from './service';
import { menus } from './tables';

const WRITING = ['not_a_seller', 'outside_your_locations'] as const;

export const menusRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/menus',
    summary: 'List menus',
    description: 'Those of your business, oldest first.',
    permission: 'read:menus',
    input: ListMenus,
    output: MenuList,
    errors: ['not_a_seller'],
  }).query(({ ctx, input }) => listMenus(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/menus/{id}',
    summary: 'Get a menu',
    description: 'With its link, for members.',
    permission: 'read:menus',
    input: MenuId,
    output: Menu,
    object: rowOf(menus.id, { volatile: ['views_7_days', 'requests_waiting'] }),
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => getMenu(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/menus',
    summary: 'Make a menu',
    description:
      'What you sell, live, for who has its link: `url`. With `customer_id` it has that customer’s prices. ' +
      `409 above ${MAX_MENUS} menus.`,
    permission: 'create:menus',
    input: NewMenu,
    output: Menu,
    status: 201,
    location: '/api/v1/menus/{id}',
    errors: [...WRITING, 'permission_required', 'too_many'],
    transaction: false,
  }).mutation(({ ctx, input }) => createMenu(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/menus/{id}',
    summary: 'Update a menu',
    description: 'Its link stays, and shows the change at once. `status: off` turns the link off.',
    permission: 'update:menus',
    input: UpdateMenu,
    output: Menu,
    errors: ['NOT_FOUND', ...WRITING, 'permission_required'],
    transaction: false,
  }).mutation(({ ctx, input }) => updateMenu(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/menus/{id}',
    summary: 'Delete a menu',
    description: 'Its links are dead at once; the requests that came from it stay.',
    permission: 'update:menus',
    input: MenuId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', ...WRITING],
  }).mutation(({ ctx, input }) => deleteMenu(ctx, input.id)),

  rotate: endpoint({
    rest: 'POST /api/v1/menus/{id}/rotate',
    summary: 'Give a menu another link',
    description: 'The one before is dead at once; with `links` also those that were mailed to customers.',
    permission: 'update:menus',
    input: RotateMenu,
    output: Menu,
    errors: ['NOT_FOUND', ...WRITING],
  }).mutation(({ ctx, input }) => rotateMenu(ctx, input)),

  links: endpoint({
    rest: 'GET /api/v1/menus/{id}/links',
    summary: 'List the links of customers to a menu',
    description: 'Those that were mailed, with who opened them, oldest first.',
    permission: 'read:menus',
    input: ListMenuLinks,
    output: MenuLinkList,
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => listLinks(ctx, input)),

  endLink: endpoint({
    rest: 'DELETE /api/v1/menus/{id}/links/{link_id}',
    summary: 'End the link of a customer',
    description: 'It is dead at once; a later mail brings another.',
    permission: 'update:menus',
    input: MenuLinkId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', ...WRITING],
  }).mutation(({ ctx, input }) => deleteLink(ctx, input)),

  send: endpoint({
    rest: 'POST /api/v1/menus/{id}/send',
    summary: 'Mail a menu to customers',
    description:
      'Each gets a link with its own prices, which later mails use again, and what is new, back in stock or cheaper since. To customers by id or by ' +
      'segment; of a customer’s menu to that customer alone.',
    permission: 'update:menus',
    input: SendMenu,
    output: MenuSend,
    status: 202,
    errors: ['NOT_FOUND', ...WRITING, 'license_unverified'],
  }).mutation(({ ctx, input }) => sendMenu(ctx, input)),

  sends: endpoint({
    rest: 'GET /api/v1/menus/{id}/sends',
    summary: 'List the runs that mailed a menu',
    description: 'Newest first.',
    permission: 'read:menus',
    input: ListMenuSends,
    output: MenuSendList,
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => listSends(ctx, input)),

  getSend: endpoint({
    rest: 'GET /api/v1/menus/{id}/sends/{send_id}',
    summary: 'Get a run that mailed a menu',
    description: 'How many mails left, and who got none.',
    permission: 'read:menus',
    input: MenuSendId,
    output: MenuSend,
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => getSend(ctx, input)),
});

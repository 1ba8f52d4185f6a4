import { ABSENT_ID } from '../../setup/expect';
import { ALL, type Cases, read, seller } from './world';

const PATH = '/api/v1/notifications';

export const NOTIFICATION_CASES: Cases = {
  [`GET ${PATH}`]: read(seller, PATH),
  [`GET ${PATH}/unread`]: read(seller, `${PATH}/unread`),
  [`POST ${PATH}/read`]: {
    may: ALL,
    client: seller,
    address: `${PATH}/read`,
    cases: {
      200: () => seller.post(`${PATH}/read`, {}),
      404: () => seller.post(`${PATH}/read`, { ids: [ABSENT_ID] }),
    },
  },
  [`GET ${PATH}/preferences`]: read(seller, `${PATH}/preferences`),
  [`PATCH ${PATH}/preferences`]: {
    may: ALL,
    client: seller,
    address: `${PATH}/preferences`,
    cases: {
      200: () => seller.patch(`${PATH}/preferences`, { preferences: [{ kind: 'comment', mail: 'off' }] }),
    },
  },
};

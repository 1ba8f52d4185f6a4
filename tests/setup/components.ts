import { configure } from '@testing-library/react';

/** Dialogs and menus are loaded when they open: on a busy machine that takes longer than a second. */
configure({ asyncUtilTimeout: 15_000 });

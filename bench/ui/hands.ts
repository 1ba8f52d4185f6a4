import type { Locator, Page } from '@playwright/test';

/** Does what a person does, and counts it: a click or a shortcut is an act; typing and moving between fields don't count. */
export class Hands {
  acts = 0;

  constructor(readonly page: Page) {}

  async click(target: Locator, modifiers?: 'Shift'[]): Promise<void> {
    this.acts += 1;
    await target.click({ modifiers });
  }

  async press(keys: string): Promise<void> {
    this.acts += 1;
    await this.page.keyboard.press(keys);
  }

  async choose(list: Locator, option: string): Promise<void> {
    this.acts += 1;
    await list.selectOption(option);
  }

  async type(text: string, field?: Locator): Promise<void> {
    if (field) await field.fill(text);
    else await this.page.keyboard.type(text);
  }
}

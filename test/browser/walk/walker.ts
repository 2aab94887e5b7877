import type { Locator, Page } from 'playwright-core';

/** The cost of a walk: pages opened or reached, clicks, fields filled in, and seconds. */
export type Steps = { pages: number; presses: number; fields: number; seconds: number };

const READY_MS = 25_000;

/** A user who walks through the dashboard and counts the steps. */
export class Walker {
  readonly page: Page;
  readonly steps: Steps = { pages: 0, presses: 0, fields: 0, seconds: 0 };
  readonly #began = performance.now();

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(READY_MS);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.steps.pages += 1;
    });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async press(locator: Locator): Promise<void> {
    this.steps.presses += 1;
    await locator.click();
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }).first());
  }

  link(name: string): Promise<void> {
    return this.press(this.page.getByRole('link', { name, exact: true }).first());
  }

  async fill(locator: Locator, value: string): Promise<void> {
    this.steps.fields += 1;
    await locator.fill(value);
  }

  field(label: string | RegExp, value: string): Promise<void> {
    return this.fill(this.page.getByLabel(label, { exact: true }).first(), value);
  }

  async choose(label: string, option: string): Promise<void> {
    this.steps.presses += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: option });
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  ended(): Steps {
    return { ...this.steps, seconds: (performance.now() - this.#began) / 1000 };
  }
}

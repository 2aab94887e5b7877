/** An option of a combobox; `disabledReason` says why it can't be chosen. */
export type Choice = { readonly id: string; readonly name: string; readonly disabledReason: string | null };

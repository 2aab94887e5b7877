import type { CheckedCall } from '../decisions/checkedCall.ts';
import { FileHoldsSecret, fillFile, readContent } from '../files/content.ts';
import type { PlacedFile } from '../files/placeholders.ts';
import { createFile, describeFile, dropFile } from '../files/storedFile.ts';
import type { Ctx } from '../kernel/context.ts';
import { createScrubber, REDACTED } from '../results/scrub.ts';
import { joinSources, sourceOf } from '../results/source.ts';
import type { CallFiles } from './connector.ts';

/** The files that a call sends, and the store for its answer. */
export const callFilesOf = (
  ctx: Ctx,
  { snapshot, tool, sources }: Pick<CheckedCall, 'snapshot' | 'tool' | 'sources'>,
  placed: readonly PlacedFile[],
): CallFiles => ({
  sent: placed.map(({ file, ...place }) => ({
    ...place,
    bytes: Number(file.bytes),
    read: () => readContent(ctx, file),
  })),
  async keep({ name, mediaType, chunks }, secrets) {
    const origin = { server: tool.server.slug, toolId: tool.toolId };
    const file = await createFile(ctx, snapshot, {
      ...{ name: name ?? tool.toolId, mediaType, origin },
      sources: joinSources([sourceOf(tool)], sources),
    });
    try {
      return { type: 'file', file: describeFile(await fillFile(ctx, file, chunks, createScrubber(secrets))) };
    } catch (error) {
      await dropFile(ctx, file);
      if (error instanceof FileHoldsSecret) return { type: 'text', text: REDACTED };
      throw error;
    }
  },
});

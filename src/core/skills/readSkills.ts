import { type Ctx, requesterOf } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { shortWork } from '../lib/workerPool.ts';
import { type FrontMatter, type ParsedSkill, readYamls, type SkillText } from '../servers/skillText.ts';

const WORKER = new URL('../servers/skillText.ts', import.meta.url);

/** Maximum characters of YAML that are read on the event loop, which takes up to 3 milliseconds. */
const INLINE_CHARS_MAX = 1_024;
/** Skills per task, so that accounts take turns after a fraction of a second. */
const TASK_SKILLS = 16;

/**
 * Reads the front matter of skills. `pathOf` names a skill in an issue. Tested by `test/core/skills/skills.test.ts`.
 * @throws invalid_input; rate_limited and unavailable as `FairQueue`
 */
export async function readSkills(
  ctx: Pick<Ctx, 'actor' | 'signal'>,
  texts: readonly SkillText[],
  pathOf: (at: number) => string,
): Promise<ParsedSkill[]> {
  const skills: ParsedSkill[] = [];
  const issues: { readonly path: string; readonly message: string }[] = [];
  for (let at = 0; at < texts.length; at += TASK_SKILLS) {
    const part = texts.slice(at, at + TASK_SKILLS);
    const input = part.map(({ yaml }) => yaml);
    const task = { module: WORKER, name: 'readYamls', input };
    const read =
      input.join('').length <= INLINE_CHARS_MAX
        ? readYamls(input)
        : await shortWork.run<(FrontMatter | string)[]>(task, requesterOf(ctx));
    for (const [index, frontMatter] of read.entries()) {
      const { content } = part[index] ?? { content: '' };
      if (typeof frontMatter === 'string') issues.push({ path: pathOf(at + index), message: frontMatter });
      else skills.push({ name: frontMatter.name, content, frontMatter });
    }
  }
  if (issues.length > 0) throw new AppError('invalid_input', 'Invalid request parameters', { issues });
  return skills;
}

import type { Dice } from '../lists/random.mts';
import type { RecordSource } from './records.mts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Seconds between records where the newest stands first. */
const INTERVAL = 600;

/** A pinned record is older than what stands below it. */
const PINNED_BY = 40 * DAY;

/** Epoch seconds of the last four years and a half, many of them of the last days. */
export function anyMoment({ settings }: RecordSource, dice: Dice, within = 4.5 * YEAR): number {
	const longest = Math.min(within, dice.pick([6 * DAY, 0.8 * YEAR, 4.5 * YEAR]));
	return Math.floor(settings.today) - dice.int(10 * MINUTE, Math.floor(longest));
}

/**
 * Epoch seconds of a record: falling from record to record where the newest stands first, from a day before
 * today on, so that there is room for what comes.
 */
export function moment(source: RecordSource, dice: Dice, within = 4.5 * YEAR): number {
	const any = anyMoment(source, dice, within);
	if (source.timeNumber === null) return any;
	const pinnedBy = source.isPinned ? PINNED_BY : 0;
	const room = Math.min(DAY, within / 4);
	const age = room + source.timeNumber * INTERVAL + (any % INTERVAL);
	return Math.floor(source.settings.today - pinnedBy - age);
}

/** Days and times as the Chinese platforms write them: `2024-06-12 10:20`, of their own zone. */
function localText(seconds: number): string {
	return new Date((seconds + 8 * HOUR) * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** How a note says when it was published: in three forms, in Chinese or English. */
export function publishText(seconds: number, { settings }: RecordSource, dice: Dice): string {
	const { today } = settings;
	const age = today - seconds;
	const isChinese = dice.chance(0.5);
	const hours = Math.max(1, Math.floor(age / HOUR));
	if (age < DAY) return isChinese ? `${hours}小时前` : `${hours} hour(s) ago`;
	const [now, then] = [localText(today), localText(seconds)];
	const isYesterday = localText(today - DAY).slice(0, 10) === then.slice(0, 10);
	if (isYesterday && isChinese) return `昨天 ${then.slice(11)}`;
	const days = Math.floor(age / DAY);
	if (age < 7 * DAY) {
		return isChinese ? `${days}天前` : `${days} ${dice.chance(0.5) ? 'days' : 'day(s)'} ago`;
	}
	return then.slice(now.startsWith(then.slice(0, 4)) ? 5 : 0, 10);
}

/** How long ago a video was published, in words. */
export function agoText(seconds: number, { settings }: RecordSource): string {
	const days = Math.floor((settings.today - seconds) / DAY);
	if (days < 2) return days < 1 ? '今天' : '昨天';
	if (days < 30) return `${days}天前`;
	return days < 365 ? `${Math.floor(days / 30)}个月前` : `${Math.floor(days / 365)}年前`;
}

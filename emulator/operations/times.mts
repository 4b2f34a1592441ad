import type { Dice } from '../lists/random.mts';
import type { RecordSource } from './records.mts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Seconds between the records of a list that is sorted by time. */
const INTERVAL = 600;

/** Seconds by which a pinned record is older than its position would make it. */
const PINNED_BY = 40 * DAY;

/** Returns a time in the last four and a half years, often in the last days, in epoch seconds. */
export function anyMoment({ settings }: RecordSource, dice: Dice, within = 4.5 * YEAR): number {
	const longest = Math.min(within, dice.pick([6 * DAY, 0.8 * YEAR, 4.5 * YEAR]));
	return Math.floor(settings.today) - dice.int(10 * MINUTE, Math.floor(longest));
}

/**
 * Returns the time of a record, in epoch seconds. In a list that is sorted by time, each record is older than the one
 * above it. The first is a day before `today`, which leaves room for new records.
 */
export function moment(source: RecordSource, dice: Dice, within = 4.5 * YEAR): number {
	const any = anyMoment(source, dice, within);
	if (source.timeNumber === null) return any;
	const pinnedBy = source.isPinned ? PINNED_BY : 0;
	const room = Math.min(DAY, within / 4);
	const age = room + source.timeNumber * INTERVAL + (any % INTERVAL);
	return Math.floor(source.settings.today - pinnedBy - age);
}

/** Formats a time as the Chinese platforms do, in their time zone: `2024-06-12 10:20`. */
function localText(seconds: number): string {
	return new Date((seconds + 8 * HOUR) * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats when a note was published, in one of three forms, in Chinese or English. */
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

/** Formats how long ago a video was published. */
export function agoText(seconds: number, { settings }: RecordSource): string {
	const days = Math.floor((settings.today - seconds) / DAY);
	if (days < 2) return days < 1 ? '今天' : '昨天';
	if (days < 30) return `${days}天前`;
	return days < 365 ? `${Math.floor(days / 30)}个月前` : `${Math.floor(days / 365)}年前`;
}

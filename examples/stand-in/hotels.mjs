/** The hotels of the travel service. In Oslo the last room is gone when it is requested. */
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, nothingBy, pick, refuse } from './answers.mjs';

const names = ['Hotel du Canal', 'The Old Post', 'Station Inn'];
const day = 86_400_000;

export function searchHotels({ city }) {
  return [1, 2]
    .map((number) => {
      const id = `HT-${codeOf(city)}-${number}`;
      return {
        id,
        name: names[pick(id, 0, names.length - 1)],
        city,
        stars: pick(id, 2, 5),
        price_per_night: perNight(id),
        currency: 'EUR',
      };
    })
    .sort((left, right) => left.price_per_night - right.price_per_night);
}

export async function bookHotel({ hotel_id, checkin, checkout, guest }) {
  if (!/^HT-[0-9A-F]{4}-[12]$/.test(hotel_id)) return nothingBy(hotel_id);
  const nights = Math.round((Date.parse(checkout) - Date.parse(checkin)) / day);
  if (nights < 1) return refuse('bad_dates', 'A stay ends on a later day than it begins');
  if (hotel_id.startsWith(`HT-${codeOf('Oslo')}`)) {
    // Slow enough that a flight is booked in between and must be cancelled.
    await pause(1_000);
    return refuse('sold_out', 'The last room has just gone');
  }
  const id = `HB-${hotel_id.slice(3)}-${nights}-${codeOf(`${guest} ${checkin}`)}`;
  const price = nights * perNight(hotel_id);
  return { id, status: 'held', price, currency: 'EUR', hotel_id, guest, checkin, checkout };
}

export function cancelHotel({ booking_id }) {
  const [, hotel, nights] = readBooking(booking_id);
  if (hotel === undefined) return nothingBy(booking_id);
  const refund = Number(nights) * perNight(`HT-${hotel}`);
  return { id: booking_id, status: 'cancelled', refund, currency: 'EUR' };
}

export const isHotelBooking = (id) => readBooking(id).length > 0;

/** Empty where it is none. */
const readBooking = (id) => /^HB-([0-9A-F]{4}-[12])-(\d+)-[0-9A-F]{4}$/.exec(id) ?? [];

const perNight = (hotel) => pick(hotel, 110, 200);

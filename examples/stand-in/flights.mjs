/**
 * The flights of the travel service. The id of a flight or a booking contains its data, so that it is known after a restart;
 * only the passengers are lost then. Atlantis has no flights, flights to Rome are full, and for Lima the airline is busy
 * at the first booking request.
 */
import { codeOf, nothingBy, pick, refuse } from './answers.mjs';

const airlines = [
  ['AF', 'Air France'],
  ['DL', 'Delta'],
  ['LH', 'Lufthansa'],
];
const states = ['scheduled', 'boarding', 'in_the_air', 'landed', 'delayed', 'cancelled'];
const seatsOfFlight = 3;

/** Passengers with a seat, by flight. */
const seated = new Map();
/** Bookings that the airline refused once because it was busy. */
const turnedAway = new Set();

export function searchFlights({ origin, destination, date, cabin = 'economy' }) {
  if (destination === 'Atlantis') return [];
  return [1, 2]
    .map((number) => {
      const id = `FL-${plain(origin)}-${plain(destination)}-${date}-${number}`;
      const [code, airline] = airlines[pick(id, 0, airlines.length - 1)];
      return {
        id,
        flight_number: `${code}${pick(id, 10, 999)}`,
        airline,
        origin,
        destination,
        departs_at: `${date}T${number === 1 ? '08:10' : '13:40'}:00Z`,
        arrives_at: `${date}T${number === 1 ? '16:05' : '21:35'}:00Z`,
        cabin,
        price: priceOf(id),
        currency: 'EUR',
      };
    })
    .sort((left, right) => left.price - right.price);
}

export function checkAvailability({ flight_id }) {
  return isFlight(flight_id) ? { flight_id, seats_available: freeSeats(flight_id) } : nothingBy(flight_id);
}

export function flightStatus({ flight_number }) {
  if (!/^[A-Z]{2}\d{1,4}$/.test(flight_number)) return nothingBy(flight_number);
  return {
    flight_number,
    status: states[pick(flight_number, 0, states.length - 1)],
    gate: `B${pick(flight_number, 1, 40)}`,
  };
}

/** Idempotent: the same passenger gets the same seat. */
export function createBooking({ flight_id, passenger = 'the holder of the account' }) {
  if (!isFlight(flight_id)) return nothingBy(flight_id);
  const id = `BK-${flight_id.slice(3)}-${codeOf(passenger)}`;
  if (destinationOf(flight_id) === 'LIMA' && !turnedAway.has(id)) {
    turnedAway.add(id);
    return refuse('busy', 'The airline is busy, try again', true);
  }
  const passengers = seated.get(flight_id) ?? new Set();
  if (!passengers.has(id) && freeSeats(flight_id) === 0) {
    return refuse('sold_out', 'There is no seat left on this flight');
  }
  seated.set(flight_id, passengers.add(id));
  const price = priceOf(flight_id);
  return { id, status: 'held', price, currency: 'EUR', flight_id, passenger, seat: `${pick(id, 1, 30)}C` };
}

export function cancelBooking({ booking_id }) {
  const flight = flightOfBooking(booking_id);
  if (flight === undefined) return nothingBy(booking_id);
  seated.get(flight)?.delete(booking_id);
  return { id: booking_id, status: 'cancelled', refund: priceOf(flight), currency: 'EUR' };
}

export function addToWaitlist({ flight_id, passenger }) {
  if (!isFlight(flight_id)) return nothingBy(flight_id);
  const id = `WL-${flight_id.slice(3)}-${codeOf(passenger)}`;
  return { id, flight_id, passenger, position: pick(id, 1, 5) };
}

/** A seat, or a place in the queue for one. */
export const isFlightBooking = (id) => flightOfBooking(id.replace(/^WL/, 'BK')) !== undefined;

/** Letters and digits of any language, which ids can contain. */
const plain = (place) => place.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

const isFlight = (id) => /^FL-[\p{L}\p{N}]+-[\p{L}\p{N}]+-\d{4}-\d{2}-\d{2}-[12]$/u.test(id);

function flightOfBooking(id) {
  const [, rest] = /^BK-(.+)-[0-9A-F]{4}$/.exec(id) ?? [];
  return rest !== undefined && isFlight(`FL-${rest}`) ? `FL-${rest}` : undefined;
}

const destinationOf = (flight) => flight.split('-')[2];

const priceOf = (flight) => pick(flight, 250, 450);

const freeSeats = (flight) =>
  destinationOf(flight) === 'ROME' ? 0 : seatsOfFlight - (seated.get(flight)?.size ?? 0);

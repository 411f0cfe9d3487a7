/**
 * Stands in for the services that the examples call: an MCP server over stdio whose tools are the operations of
 * travel-api.yaml that travel.yaml calls, and those of first.yaml. connectors.yaml starts it.
 */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';
import { getPrice, orderDish } from './stand-in/canteen.mjs';
import * as flights from './stand-in/flights.mjs';
import * as hotels from './stand-in/hotels.mjs';
import * as trips from './stand-in/trips.mjs';

const text = z.string().min(1);
const day = z.iso.date();
const reads = { readOnlyHint: true };
/** Idempotent, so that a call can be retried if its outcome is unknown. */
const settles = { idempotentHint: true };
const acts = {};

const tools = [
  ['get_price', 'What a dish costs today', { dish: text }, reads, getPrice],
  ['order_dish', 'Order a dish', { dish: text }, acts, orderDish],
  [
    'search_flights',
    'Flights between two places on one day, cheapest first',
    {
      origin: text,
      destination: text,
      date: day,
      cabin: z.enum(['economy', 'premium', 'business']).optional(),
    },
    reads,
    flights.searchFlights,
  ],
  [
    'check_availability',
    'How many seats of a flight are free now',
    { flight_id: text },
    reads,
    flights.checkAvailability,
  ],
  ['flight_status', 'Where a flight is today', { flight_number: text }, reads, flights.flightStatus],
  [
    'create_booking',
    'Hold a seat on a flight',
    { flight_id: text, passenger: text.optional() },
    settles,
    flights.createBooking,
  ],
  ['cancel_booking', 'Cancel a booked seat', { booking_id: text }, settles, flights.cancelBooking],
  [
    'add_to_waitlist',
    'Queue for a seat on a flight that is full',
    { flight_id: text, passenger: text },
    settles,
    flights.addToWaitlist,
  ],
  [
    'search_hotels',
    'Hotels of a city with a free room for the whole stay, cheapest first',
    { city: text, checkin: day, checkout: day, guests: z.int().min(1).optional() },
    reads,
    hotels.searchHotels,
  ],
  [
    'book_hotel',
    'Reserve a room',
    { hotel_id: text, checkin: day, checkout: day, guest: text },
    settles,
    hotels.bookHotel,
  ],
  ['cancel_hotel', 'Cancel a reserved room', { booking_id: text }, settles, hotels.cancelHotel],
  [
    'process_payment',
    'Charge the customer for a booking',
    {
      booking_id: text,
      amount: z.number().positive(),
      currency: z.string().length(3).optional(),
      method: z.enum(['card', 'invoice', 'voucher']).optional(),
    },
    acts,
    trips.processPayment,
  ],
  [
    'confirm_trip',
    'Join a flight and a hotel into one trip',
    { flight_booking_id: text, hotel_booking_id: text },
    settles,
    trips.confirmTrip,
  ],
];

serveStdio(() => {
  const server = new McpServer({ name: 'signalbox-examples', version: '1.0.0' });
  for (const [name, description, shape, annotations, answer] of tools) {
    server.registerTool(name, { description, inputSchema: z.object(shape), annotations }, async (given) => {
      const value = await answer(given);
      const content = [{ type: 'text', text: JSON.stringify(value) }];
      return 'error' in value ? { content, isError: true } : { content };
    });
  }
  return server;
});

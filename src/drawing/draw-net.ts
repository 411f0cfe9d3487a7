/** Draws a net as text, by its sketch, without a frame. */
import type { Net } from '../kernel/index.ts';
import { cleanSketch } from './clean-sketch.ts';
import { createSheet, type DrawOptions, drawSketch } from './draw-sketch.ts';
import { layersOf } from './layers.ts';
import { sketchOfNet } from './sketch-of-net.ts';
import { stripForm } from './strip-form.ts';

export function drawNet(net: Net, options: DrawOptions = {}): string {
  return drawSketch(sketchOfNet(net), { ...options, frame: false });
}

/** @returns the tasks with their states on as few lines as possible, without connecting lines */
export function drawStrip(net: Net, options: DrawOptions = {}): string {
  return stripForm(layersOf(cleanSketch(sketchOfNet(net)), 'words'), createSheet(options)).join('\n');
}

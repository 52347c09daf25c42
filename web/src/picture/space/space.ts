// SPDX-License-Identifier: Apache-2.0
// The picture in space, by WebGL.

import {
  DirectionalLight,
  HemisphereLight,
  LineBasicMaterial,
  LineDashedMaterial,
  PerspectiveCamera,
  Scene as World,
  Vector3,
  WebGLRenderer,
} from 'three';
import { path_of } from '../../data/paths';
import { type Poses, vector_at } from '../../data/pose';
import type { Vector } from '../../data/scene';
import type { Show } from '../../data/show';
import { colour } from '../../page/theme';
import { type Camera, half_angle } from '../camera';
import { coil } from '../coil';
import { arrow_colour, arrow_key, type Look } from '../look';
import type { Frame, View } from '../view';
import { Floor, Guides, Traces, Wire } from './lines';
import { Arrows, Balls, Bars } from './marks';
import { Solids } from './solids';

const none: Vector = [0, 0, 0];

export class Space implements View {
  readonly name = 'space';
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly eye = new PerspectiveCamera((360 / Math.PI) * Math.atan(half_angle), 1);
  private readonly sun = new DirectionalLight(0xffffff, 2);
  private readonly solids: Solids;
  private readonly guides: Guides;
  private readonly balls: Balls;
  private readonly ghosts: Balls;
  private readonly bars: Bars;
  private readonly arrows: Arrows;
  private readonly traces: Traces[];
  private readonly wires: (Wire | undefined)[];
  private readonly wire = new LineBasicMaterial();
  private readonly dashed = new LineDashedMaterial();
  private readonly floor: Floor;
  private width = 1;
  private height = 1;

  /** Throws where the browser has no WebGL. */
  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly camera: Camera,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true });
    this.canvas = this.renderer.domElement;
    const { scene } = show;
    this.solids = new Solids(scene.bodies);
    this.guides = new Guides(scene.curves, scene.surfaces);
    this.balls = new Balls(scene.points.length);
    this.ghosts = new Balls(scene.points.length * (show.tracks.length - 1));
    this.bars = new Bars(scene.rods.length);
    this.arrows = new Arrows(scene.arrows.length);
    this.traces = show.tracks.map((track) => new Traces(scene.traces.map((place) => path_of(scene, track, place)), look.unit));
    this.dashed.dashSize = this.dashed.gapSize = 0.01 * look.unit;
    this.wires = scene.rods.map(({ kind }) =>
      kind === 'spring' ? new Wire(22, this.wire) : kind === 'closure' ? new Wire(2, this.dashed) : undefined,
    );
    this.floor = new Floor(look.box, scene.up, look.unit);
    this.furnish();
  }

  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.eye.aspect = width / height;
  }

  recolour(): void {
    this.renderer.setClearColor(colour('stage'));
    for (const part of [this.solids, this.guides, ...this.traces]) part.recolour(colour);
    this.show.scene.points.forEach((point, i) => this.balls.paint(i, colour(point.kind === 'anchor' ? 'rod' : 'accent')));
    for (let i = 0; i < this.ghosts.mesh.count; ++i) this.ghosts.paint(i, colour('faint'));
    this.bars.paint(colour('rod'));
    this.wire.color.set(colour('rod'));
    this.dashed.color.set(colour('rod'));
    this.show.scene.arrows.forEach((arrow, i) => this.arrows.paint(i, colour(arrow_colour[arrow.kind])));
    this.floor.recolour(colour('grid'));
  }

  draw(frame: Frame): void {
    this.aim();
    this.solids.move(frame.poses.bodies);
    this.movePoints(frame);
    this.moveRods(frame.poses);
    this.moveArrows(frame);
    this.traces.forEach((traces, i) => {
      traces.group.visible = this.look.traces;
      traces.set(frame.along, this.show.tracks[i] === frame.track, this.show.tracks.length === 1);
    });
    this.renderer.render(this.world, this.eye);
  }

  drawn(frame: Frame): [number, number][] {
    return [...frame.poses.points, ...frame.poses.bodies.map((body) => body.origin)].map((place) => {
      const spot = new Vector3(...place).project(this.eye);
      return [0.5 * this.width * (1 + spot.x), 0.5 * this.height * (1 - spot.y)];
    });
  }

  private furnish(): void {
    this.world.add(new HemisphereLight(0xffffff, 0xb4bcc6, 1.7), this.sun, this.floor.grid);
    this.world.add(this.guides.group, this.solids.group, this.balls.mesh, this.ghosts.mesh, this.bars.mesh);
    this.world.add(this.arrows.shafts, this.arrows.heads);
    for (const traces of this.traces) this.world.add(traces.group);
    for (const wire of this.wires) if (wire) this.world.add(wire.line);
    this.recolour();
  }

  /** Puts the eye where the camera says; the light comes over the reader's left shoulder. */
  private aim(): void {
    const { toward, right, up } = this.camera.axes();
    const target = new Vector3(...this.camera.target);
    if (this.look.follow >= 0) this.floor.follow(this.camera.target);
    const distance = this.camera.half / half_angle;
    this.eye.up.set(...up);
    this.eye.position.copy(target).addScaledVector(new Vector3(...toward), distance);
    this.eye.near = Math.max(0.01 * distance, distance - 3 * this.look.unit);
    this.eye.far = distance + 4 * this.look.unit;
    this.eye.lookAt(target);
    this.eye.updateProjectionMatrix();
    this.eye.updateMatrixWorld();
    this.sun.position
      .set(...toward)
      .addScaledVector(new Vector3(...up), 0.6)
      .addScaledVector(new Vector3(...right), -0.5);
  }

  private movePoints(frame: Frame): void {
    const { points } = this.show.scene;
    const radius = this.look.ball(points.length);
    points.forEach((point, i) => {
      this.balls.set(i, frame.poses.points[i]!, point.kind === 'particle' ? radius : 0.6 * radius);
    });
    frame.others.forEach((other, k) => {
      points.forEach((point, i) => {
        this.ghosts.set(k * points.length + i, other.points[i]!, point.kind === 'anchor' ? 0 : 0.5 * radius);
      });
    });
  }

  private moveRods(poses: Poses): void {
    const { unit } = this.look;
    const toward = this.camera.axes().toward;
    this.show.scene.rods.forEach((rod, i) => {
      const from = poses.place(rod.from);
      const to = poses.place(rod.to);
      const wire = this.wires[i];
      if (wire) wire.set(rod.kind === 'spring' ? coil(from, to, toward, 0.014 * unit) : [from, to]);
      this.bars.set(i, from, wire ? from : to, unit * (rod.kind === 'draw' ? 0.003 : 0.0045));
    });
  }

  private moveArrows(frame: Frame): void {
    const scale = this.look.lengthPerForce * this.look.arrowScale;
    const at = frame.track.moment(this.show.clock.t);
    this.show.scene.arrows.forEach((arrow, i) => {
      const shown = !this.look.hidden.has(arrow_key(arrow));
      const force = shown ? vector_at(frame.track, arrow.vector, at) : none;
      const way = force.map((x) => scale * x) as Vector;
      this.arrows.set(i, frame.poses.place(arrow.at), way, 0.004 * this.look.unit);
    });
  }
}

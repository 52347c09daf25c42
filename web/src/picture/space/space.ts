// SPDX-License-Identifier: Apache-2.0
// The picture in space, by WebGL.

import {
  DirectionalLight,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as World,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { path_of } from '../../data/paths';
import type { Poses } from '../../data/pose';
import type { SceneArrow, SceneTrace, Vector } from '../../data/scene';
import type { Show } from '../../data/show';
import type { Track } from '../../data/track';
import { colour, theme } from '../../page/theme';
import { type Camera, half_angle } from '../camera';
import { coil } from '../coil';
import { feet_of } from '../feet';
import { arrow_colour, type Look } from '../look';
import type { Flat } from '../outline';
import { part_colour, trace_colour } from '../paint';
import type { Frame, View } from '../view';
import { Floor, Guides, type NamedPath, Traces, Wire } from './lines';
import { Arrows, Balls, Bars } from './marks';
import { discard, renderer_of } from './renderer';
import { Solids } from './solids';

export class Space implements View {
  readonly name = 'space';
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly eye = new PerspectiveCamera((360 / Math.PI) * Math.atan(half_angle), 1);
  private readonly sun = new DirectionalLight(0xffffff, 2.4);
  private readonly lamp = new DirectionalLight(0xffffff, 1.1); // from the reader, so that nothing seen is black
  private readonly solids: Solids;
  private readonly guides: Guides;
  private readonly balls: Balls;
  private readonly ghosts: Balls;
  private readonly feet: Balls;
  private readonly bars: Bars;
  private readonly arrows: { firm: Arrows; loose: Arrows };
  private readonly traces: Traces[];
  private readonly wires: (Wire | undefined)[];
  private readonly wire = new LineMaterial({ linewidth: 2.5 });
  private readonly floor: Floor;
  private readonly spotted = new Vector3();
  private readonly middle: Vector3;
  private width = 1;
  private height = 1;

  /** Throws where the browser has no WebGL. */
  constructor(
    private readonly show: Show,
    private readonly look: Look,
    private readonly camera: Camera,
  ) {
    const { scene } = show;
    this.solids = new Solids(show);
    // Smooth edges take twice the time: of very many parts nobody sees them.
    this.renderer = renderer_of(!this.solids.many);
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = !this.solids.many;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.canvas = this.renderer.domElement;
    this.guides = new Guides(scene.curves, scene.surfaces, show.track.start);
    this.balls = new Balls(scene.points.length);
    this.ghosts = new Balls(scene.points.length * (show.tracks.length - 1));
    const feet = feet_of(scene);
    this.feet = new Balls(feet.length);
    feet.forEach((place, i) => this.feet.set(i, place, 0.7 * look.ball(scene.points.length)));
    this.bars = new Bars(scene.rods.length);
    const loose = scene.arrows.filter(({ unique }) => unique === false).length;
    this.arrows = { firm: new Arrows(scene.arrows.length - loose, false), loose: new Arrows(loose, true) };
    this.traces = show.tracks.map((track) => new Traces(scene.traces.map((trace, i) => this.trace(track, trace, i)), look.unit));
    this.wires = scene.rods.map(({ kind }) => (kind === 'spring' ? new Wire(this.wire) : undefined));
    this.middle = new Vector3(...look.box.low).add(new Vector3(...look.box.high)).multiplyScalar(0.5);
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

  end(): void {
    discard(this.world);
  }

  recolour(): void {
    this.renderer.setClearColor(colour('stage'));
    for (const part of [this.solids, this.guides, ...this.traces]) part.recolour(colour);
    this.show.scene.points.forEach((point, i) => this.balls.paint(i, point.kind === 'anchor' ? colour('pin') : part_colour(this.show.colours.points[i])));
    for (let i = 0; i < this.ghosts.mesh.count; ++i) this.ghosts.paint(i, colour('faint'));
    for (let i = 0; i < this.feet.mesh.count; ++i) this.feet.paint(i, colour('pin'));
    this.bars.paint(colour('steel'));
    this.wire.color.set(colour('rod'));
    this.eachArrow(({ kind }, arrows, i) => arrows.paint(i, colour(arrow_colour[kind])));
    this.floor.recolour(colour('grid'), theme() === 'dark');
  }

  draw(frame: Frame): void {
    this.aim();
    this.solids.move(frame.poses.bodies, this.look.inertia);
    this.movePoints(frame);
    this.moveRods(frame.poses);
    this.moveArrows(frame);
    this.guides.move(frame.at.t);
    this.traces.forEach((traces, i) => {
      traces.group.visible = this.look.traces;
      traces.set(frame.along, this.show.tracks[i] === frame.track, this.show.plays);
    });
    this.renderer.render(this.world, this.eye);
  }

  drawn(frame: Frame): Flat[] {
    return [...frame.poses.points, ...frame.poses.bodies.map((body) => body.origin)].map((place) => this.spot(place));
  }

  spot(place: Vector): Flat {
    const spot = this.spotted.set(...place).project(this.eye);
    return [0.5 * this.width * (1 + spot.x), 0.5 * this.height * (1 - spot.y)];
  }

  private furnish(): void {
    const sky = new HemisphereLight(0xffffff, 0xb4bcc6, 2.3);
    sky.position.set(...this.show.scene.up);
    this.world.add(sky, this.sun, this.sun.target, this.lamp, this.floor.grid, this.floor.shade, this.feet.mesh);
    this.castShadows();
    this.world.add(this.guides.group, this.solids.group, this.balls.mesh, this.ghosts.mesh, this.bars.mesh);
    this.world.add(...this.arrows.firm.meshes, ...this.arrows.loose.meshes);
    for (const traces of this.traces) this.world.add(traces.group);
    for (const wire of this.wires) if (wire) this.world.add(wire.line);
    this.recolour();
  }

  private trace(track: Track, trace: SceneTrace, i: number): NamedPath {
    return {
      path: path_of(this.show.scene, track, trace),
      tint: () => trace_colour(this.show, trace),
      shown: () => !this.look.untraced.has(i),
    };
  }

  private castShadows(): void {
    const { unit } = this.look;
    this.sun.castShadow = true;
    const { shadow } = this.sun;
    shadow.mapSize.set(1024, 1024);
    shadow.radius = 4;
    shadow.normalBias = 0.004 * unit;
    Object.assign(shadow.camera, { left: -0.8 * unit, right: 0.8 * unit, top: 0.8 * unit, bottom: -0.8 * unit, near: 0.1 * unit, far: 4 * unit });
  }

  /** The sun stands still in the world, above and to the left of where the reader began, and goes along with a camera that goes far. */
  private shine(target: Vector3): void {
    const up = new Vector3(...this.show.scene.up).normalize();
    const { side, front } = this.camera;
    const away = up.clone().addScaledVector(new Vector3(...front), 0.45).addScaledVector(new Vector3(...side), -0.35);
    const middle = this.look.follow >= 0 ? target : this.middle;
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).addScaledVector(away.normalize(), 2 * this.look.unit);
  }

  /** Puts the eye where the camera says. */
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
    this.shine(target);
    this.lamp.position
      .set(...toward)
      .addScaledVector(new Vector3(...up), 0.3)
      .addScaledVector(new Vector3(...right), -0.3);
  }

  private movePoints(frame: Frame): void {
    const { points } = this.show.scene;
    const radius = this.show.ball || this.look.ball(points.length);
    points.forEach((point, i) => {
      const share = point.hidden ? 0 : point.kind === 'particle' || this.show.ball > 0 ? 1 : 0.6;
      this.balls.set(i, frame.poses.points[i]!, point.radius ?? share * radius);
    });
    frame.others.forEach((other, k) => {
      points.forEach((point, i) => {
        this.ghosts.set(k * points.length + i, other.points[i]!, point.kind === 'anchor' ? 0 : 0.5 * radius);
      });
    });
  }

  private moveRods(poses: Poses): void {
    const { unit } = this.look;
    const { toward } = this.camera.axes();
    const thin = Math.min(0.005 * unit, 0.01 * this.show.size);
    this.show.scene.rods.forEach((rod, i) => {
      const from = poses.place(rod.from);
      const to = poses.place(rod.to);
      const wire = this.wires[i];
      if (wire) wire.set(coil(from, to, toward, Math.min(0.016 * unit, 0.03 * this.show.size)));
      this.bars.set(i, from, wire ? from : to, thin);
    });
  }

  private moveArrows(frame: Frame): void {
    this.eachArrow((_, arrows, i, k) => arrows.set(i, frame.arrows[k], 0.004 * this.look.unit));
  }

  /** Every arrow of the scene with the marks that it is one of, its number there, and its number in the scene. */
  private eachArrow(act: (arrow: SceneArrow, arrows: Arrows, i: number, k: number) => void): void {
    let [firm, loose] = [0, 0];
    this.show.scene.arrows.forEach((arrow, k) => {
      if (arrow.unique === false) act(arrow, this.arrows.loose, loose++, k);
      else act(arrow, this.arrows.firm, firm++, k);
    });
  }
}

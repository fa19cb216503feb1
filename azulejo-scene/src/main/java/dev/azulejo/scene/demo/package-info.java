/**
 * Built-in scenes, made by code: a name goes in, a {@link dev.azulejo.scene.model.Scene} comes out,
 * the same on every machine.
 *
 * <ul>
 *   <li>{@link DemoScenes}: the names, and the scenes that are a page long: teapot, city, objects,
 *       sphere.
 *   <li>{@link Rooms}, {@link Dashboard}, {@link Viewer}, {@link Terrain}: the others. A dashboard
 *       is made of {@link DashboardCharts}, {@link DashboardGauges}, {@link DashboardMap} and
 *       {@link DashboardTable}.
 *   <li>{@link Temple}, with {@link Stoa} and {@link RoofTiles}; {@link Shop}, with {@link
 *       ShopGoods}; {@link Suite}, with {@link SuitePieces} and {@link SuiteTable}: scenes of many
 *       small pieces, collected by {@link SceneParts}, made of {@link Solids} and painted with
 *       {@link Patterns}.
 *   <li>{@link Teapot}, {@link DimpledSphere}: surfaces. {@link MeshBuilder} collects triangles,
 *       {@link Motion} what moves.
 *   <li>{@link Board}, {@link Sheet}, {@link Shapes2D}, {@link StrokeFont}, {@link TextStyle},
 *       {@link Ink}: flat pictures.
 *   <li>{@link Looks}: whether to go on.
 * </ul>
 *
 * <p>Threads: any. Imports model and math alone. Sources: Newell's teapot, 1975; for the terrain
 * see {@link Terrain}.
 */
package dev.azulejo.scene.demo;

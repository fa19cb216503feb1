/**
 * The {@code azulejo} command: arguments go in; pictures, reports and text come out.
 *
 * <pre>
 *  Main ─┬─ render    RenderCommand ─▶ PictureFile, AovPictures, MovieFile, ReportFile
 *        │              BatchCommand ─▶ BatchPlan ─▶ BatchRun ─▶ BatchPainter, BatchResults
 *        ├─ info      InfoCommand ─▶ text
 *        ├─ bench     BenchCommand ─▶ times; PeerFile for other renderers
 *        ├─ figures   FiguresCommand ─▶ text
 *        ├─ regions   RegionsCommand ─▶ text, LinePlot
 *        ├─ trace     TraceCommand ─▶ a work trace for the timing model
 *        ├─ machines  MachinesCommand ─▶ text
 *        ├─ simulate  SimulateCommand ─▶ text, a report of the timing model
 *        ├─ worker    WorkerCommand ─▶ ClusterPainter ─▶ BatchPainter, FramePainter
 *        ├─ serve     ServeCommand ─▶ a page for browsers
 *        ├─ sweep     SweepCommand ─▶ SweepRun ─▶ text, a report of the timing model
 *        └─ compare   CompareCommand ─▶ Technique ─▶ Comparison ─▶ a table
 *                       EarlyZTechnique ─▶ HeatMaps
 *                       ReuseTechnique ─▶ ReusePage, TilePicture
 *                       ThrottleTechnique ─▶ ThrottlePage, ThrottlePlot
 *                       WindowTechnique ─▶ WindowPage, WindowPlot
 * </pre>
 *
 * <ul>
 *   <li>{@link Main}: subcommands, exit codes, how errors are told.
 *   <li>{@link SceneFiles}: the scene that an argument names. {@link CameraOption}, {@link
 *       CameraPath}: from where it is seen. {@link AnimationMixin}: when.
 *   <li>{@link DeviceMixin}: options of a device, with {@link EarlyZOption}, {@link ReuseOption},
 *       {@link ThrottleOption}, whose refusals {@link CoreOptions} words; {@link ListOptions}
 *       refuses empty ones; {@link TessellationMixin}, {@link StereoMixin}, {@link Size}: of a
 *       picture. {@link ThinMixin}: how thick its lines and points are, {@link SampleCount}: how
 *       many samples a pixel has, {@link TextureMixin}: how large its textures may be.
 *   <li>{@link Technique}: what is compared: rows, {@link Column}s, and what is made beside the
 *       table. {@link Comparison} renders each row's frames from a {@link FrameSource} and makes a
 *       {@link Measurement} of it. {@link SharedTarget}: one target for all rows.
 *   <li>{@link Html}, {@link Ticks}, {@link LinePlot}: what pages and plots are made of.
 *   <li>{@link WorkFile}, {@link MachineMixin}, {@link ReportFormat}: the work and the machine of a
 *       simulation, and what its report is written as.
 *   <li>{@link CommandFiles}: what a command reads and what it writes, none of which may be
 *       another. {@link WholeFile}: files are written whole or not at all; {@link PictureFile}: a
 *       picture, in a file or on standard output; {@link Pixels}: what it shows. {@link
 *       AovPictures}: what is seen, beside it, an {@link Aov} each. {@link MovieFile}: a whole
 *       sequence in one file, of a {@link MovieFormat}; {@link VideoPipe} has ffmpeg make it.
 *       {@link Patience}: waits for pipes and standard input. {@link SlowStep}: tells who waits.
 *       {@link MachineProgress}: how many machines have been played; by a {@link TerminalBar}.
 *   <li>{@link FrameJournal}: which pictures of a sequence are there, so that another run goes on;
 *       {@link PictureKey}: whether they are of the same scene and options. {@link Sha256} of both.
 *   <li>{@link ReportFile}: what a run says of itself, with {@link ThrottleReport}, {@link
 *       ReuseReport} and {@link EarlyZReport}: what of it had no effect, all in {@link
 *       IdleSettings}.
 *   <li>{@link BatchCommand}: several models, which {@link BatchRun} goes through with a few
 *       threads, a scene each; {@link BatchNames}: what pictures are called; {@link BatchResults}:
 *       what became of each, in order. {@link Outputs}: where pictures go.
 *   <li>{@link ClusterBatch}: a batch that the workers of a cluster paint, {@link ClusterPainter}s;
 *       a {@link PaintTask} goes there, with {@link TaskOptions}, and a {@link PaintOutcome} comes
 *       back. {@link ClusterMixin}, {@link ClusterPlaces}: who they are; {@link HealthServer}: how
 *       one is.
 *   <li>{@link ClusterFrames}: one picture, or a sequence, that they render in parts, cut by a
 *       {@link FrameSplit} where {@link CutBalance} says: a {@link FramePainter} each, of a {@link
 *       FrameScene} that stays from picture to picture; a {@link FrameTask} goes there, a {@link
 *       FrameOutcome} with {@link PartPixels} comes back, whose rows have a {@link RowFilter}. With
 *       {@code --aov} a {@link SurfacePart} comes as well, in which each {@link NamedPart} says
 *       what a number means, and {@link ClusterSurface} puts them together. {@link ClusterReport}:
 *       what it says of itself. {@link ClusterJob}, {@link ClusterContent}: what batches and
 *       pictures have in common, here and there.
 *   <li>{@link ServeCommand}: scenes in a browser, rendered here.
 *   <li>{@link StartTraining}, {@link ModernJars}: run by the launcher when it builds, so that
 *       later starts find classes ready.
 *   <li>{@link Release}: which one this is.
 *   <li>{@link UserException}: something the user can mend.
 * </ul>
 *
 * <p>Errors are one line on standard error; exit code 2 for wrong use or bad input, 1 for a failure
 * that is ours, or of some models of a batch. Threads: the main one; devices and batches have their
 * own.
 *
 * <p>Never imported here: inner packages of core and scene; what is offered to users is enough, and
 * a test guards that.
 */
package dev.azulejo.cli;

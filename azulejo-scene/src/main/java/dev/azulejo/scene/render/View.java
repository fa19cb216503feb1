package dev.azulejo.scene.render;

import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.WorldTransforms;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * From where a picture is taken.
 *
 * <p>Azimuth and elevation, in degrees, say from which side one looks: 0, 0 looks from +z along -z
 * with y up. Azimuth turns the camera about the y axis, counter-clockwise seen from +y: at 90 it
 * looks from +x along -x. Elevation then tips it about its own x axis, to look down where positive:
 * at 90 it looks from +y along -y. With equal angles {@link #orbit} and {@link #walk} look the same
 * way; one goes around what it sees, the other turns on the spot.
 *
 * @param position eye in world space
 * @param viewFromWorld world to view space: the eye at the origin, looking along -z, y up
 * @param clipFromView projection; depth 0 at the near plane, 1 at the far plane
 */
public record View(Vec3 position, Mat4 viewFromWorld, Mat4 clipFromView) {
    private static final double FIELD_OF_VIEW = StrictMath.toRadians(35);
    private static final float MARGIN = 1.06f;

    /** Radius of what is seen, as a part of how far it is from the origin. */
    private static final double SMALLEST = 1e-4;

    /** Directions of a side. */
    static final int WAYS = 5;

    /** How near to what is nearest an eye is put, as a part of the radius. */
    private static final double NEAREST = 0.25;

    /**
     * How much taller a picture shows a camera's view at most: wider ones no numbers could tell.
     */
    private static final double TALLEST = 1e6;

    /** How many times as far as what it sees is large an eye is whose rays count as parallel. */
    private static final double PARALLEL = 1 << 16;

    /** Farthest such place: squares of distances are floats. */
    private static final double FARTHEST = 1e18;

    /** Between the middle and the nearest plane, as a part of the distance; no orbit needs it. */
    private static final double LEAST_MARGIN = 1e-6;

    /**
     * Checks that all numbers are finite.
     *
     * @throws IllegalArgumentException if one is not: nothing can be seen from nowhere
     */
    public View {
        boolean finite = position.isFinite();
        for (int i = 0; i < 16; i++) {
            finite &= Float.isFinite(viewFromWorld.get(i % 4, i / 4));
            finite &= Float.isFinite(clipFromView.get(i % 4, i / 4));
        }
        if (!finite) {
            throw new IllegalArgumentException(
                    "view: the position %s, or a matrix, is not finite".formatted(position));
        }
    }

    /**
     * Returns where surfaces are seen from, in world space: the position, or in an orthographic
     * view, whose rays are parallel, a place so far behind what it sees that they are.
     */
    Vec3 eye() {
        if (clipFromView.get(3, 2) != 0) {
            return position;
        }
        double least = Float.MAX_VALUE;
        for (int k = 0; k < 3; k++) {
            double perUnit = Math.abs(clipFromView.get(k, k));
            least = perUnit > 0 ? Math.min(least, perUnit) : least;
        }
        double away = Math.min(PARALLEL / least, FARTHEST);
        return new Vec3(
                (float) (position.x() + away * viewFromWorld.get(2, 0)),
                (float) (position.y() + away * viewFromWorld.get(2, 1)),
                (float) (position.z() + away * viewFromWorld.get(2, 2)));
    }

    /**
     * Looks at the middle of some bounds from a direction.
     *
     * @param bounds what to see; empty bounds show the unit cube's place
     * @param azimuth degrees: 0 stands at +z of the middle, 90 at +x; see {@link View}
     * @param elevation degrees, -90..90: 90 stands above the middle; see {@link View}
     * @param reach distance from the middle, above 0; see {@link #fit}
     * @param aspect width over height
     * @throws SceneException if the scene is too large to be looked at from there
     */
    public static View orbit(
            Bounds bounds, double azimuth, double elevation, double reach, double aspect) {
        return orbit(bounds, azimuth, elevation, new double[] {0, 0, reach}, aspect);
    }

    /**
     * Looks past the middle of some bounds from a direction.
     *
     * @param place of the eye, from the middle: to the right, up and back, as one looks
     */
    static View orbit(
            Bounds bounds, double azimuth, double elevation, double[] place, double aspect) {
        double reach = place[2];
        double[][] axes = axes(azimuth, elevation);
        double[] back = axes[2];
        double[] slopes = slopes(aspect);
        var box = orUnitCube(bounds);
        var center = box.center();
        double radius = radius(box);
        double[] at = {center.x(), center.y(), center.z()};
        for (int i = 0; i < 3; i++) {
            at[i] += back[i] * reach + (axes[0][i] * place[0] + axes[1][i] * place[1]);
        }
        var eye = new Vec3((float) at[0], (float) at[1], (float) at[2]);
        var view = viewMatrix(axes[0], axes[1], back, eye);
        // Of what is next to nothing, seen from afar, the planes would be one
        double whole = Math.max(1.02 * box.radius(), Math.min(1.02 * radius, reach / 2));
        double margin = Math.max(whole, LEAST_MARGIN * reach);
        double near = Math.max(reach - margin, reach * 2e-3);
        var clip = perspective(slopes[0], slopes[1], near, reach + margin);
        boolean told = Double.isFinite(azimuth + elevation + aspect) && !Double.isNaN(reach);
        return told
                ? ofScene(eye, view, clip, "its bounds are %s, the distance %s", box, reach)
                : new View(eye, view, clip);
    }

    /** Makes a view that is up to the scene: if it cannot be said in numbers, the scene is why. */
    private static View ofScene(Vec3 eye, Mat4 view, Mat4 clip, String where, Object... arguments) {
        try {
            return new View(eye, view, clip);
        } catch (IllegalArgumentException e) {
            throw new SceneException(
                    "the scene cannot be seen, it is too large or too small for numbers: "
                            + where.formatted(arguments),
                    e);
        }
    }

    /**
     * Looks from a place inside or beside the scene.
     *
     * @param bounds what may be seen: sets the far plane, and the near plane at 1/20,000 of it
     * @param eye where to stand, world space
     * @param azimuth degrees: 0 looks along -z, 90 along -x; see {@link View}
     * @param elevation degrees, -90..90: 90 looks straight down; see {@link View}
     * @param aspect width over height
     */
    public static View walk(
            Bounds bounds, Vec3 eye, double azimuth, double elevation, double aspect) {
        double[][] axes = axes(azimuth, elevation);
        double[] slopes = slopes(aspect);
        var box = orUnitCube(bounds);
        double far = Math.max(box.radius() + box.center().minus(eye).length(), 1e-20);
        var view = viewMatrix(axes[0], axes[1], axes[2], eye);
        return new View(eye, view, perspective(slopes[0], slopes[1], far / 20_000, far));
    }

    /**
     * Returns what a left and a right eye see from here. Both look the same way; their pictures are
     * shifted so that what lies in the plane of convergence appears at the same place in both.
     *
     * @param eyeDistance distance between the eyes, world units, above 0
     * @param convergence distance of that plane, above 0; infinite for none
     * @throws IllegalArgumentException if the projection is not a perspective one
     */
    public List<View> stereo(double eyeDistance, double convergence) {
        if (clipFromView.get(3, 2) == 0) {
            throw new IllegalArgumentException(
                    "stereo: the camera is orthographic; both eyes would see the same");
        }
        return List.of(
                eye(-eyeDistance / 2, -eyeDistance / 2 / convergence),
                eye(eyeDistance / 2, eyeDistance / 2 / convergence));
    }

    private View eye(double right, double slope) {
        float[] world = viewFromWorld.toArray();
        var at =
                new Vec3(
                        (float) (position.x() + right * world[0]),
                        (float) (position.y() + right * world[4]),
                        (float) (position.z() + right * world[8]));
        world[12] = (float) (world[12] - right);
        float[] clip = clipFromView.toArray();
        clip[8] = (float) (clip[8] - slope * clip[0]);
        return new View(at, Mat4.ofColumns(world), Mat4.ofColumns(clip));
    }

    /** Returns how far in front of the eye a point lies, along the direction of the look. */
    public double depthOf(Vec3 point) {
        return -viewFromWorld.transformPoint(point).z();
    }

    /**
     * Returns the distance from the middle of the bounds at which all points are just in sight;
     * infinite if they are too far apart to be told in numbers.
     *
     * @param bounds gives the middle, and the points if there are none
     * @param points x, y, z of each point; may be empty
     * @param azimuth as for {@link #orbit}
     * @param elevation as for {@link #orbit}
     * @param aspect width over height
     */
    public static double fit(
            Bounds bounds, float[] points, double azimuth, double elevation, double aspect) {
        double[] ways = ways(azimuth, elevation, aspect);
        double[] reach = new double[ways.length / 3];
        Arrays.fill(reach, Double.NEGATIVE_INFINITY);
        for (int i = 0; i + 2 < points.length; i += 3) {
            for (int k = 0; k < reach.length; k++) {
                double x = ways[3 * k] * points[i];
                double y = ways[3 * k + 1] * points[i + 1];
                double z = ways[3 * k + 2] * points[i + 2];
                reach[k] = Math.max(reach[k], x + y + z);
            }
        }
        return fit(bounds, ways, reach);
    }

    /**
     * Returns in which directions a scene must not reach too far to be in sight from a side:
     * whatever is seen from a distance r, with a margin, is no further than r in any of them. They
     * belong to the right, left, upper and lower edge of the picture, and to the eye itself.
     *
     * @return x, y, z of each
     */
    static double[] ways(double azimuth, double elevation, double aspect) {
        double[][] axes = axes(azimuth, elevation);
        double[] slopes = slopes(aspect);
        double[] ways = new double[3 * WAYS];
        System.arraycopy(axes[2], 0, ways, 12, 3);
        for (int k = 0; k < 4; k++) {
            double part = ((k & 1) == 0 ? MARGIN : -MARGIN) / slopes[k >> 1];
            for (int i = 0; i < 3; i++) {
                ways[3 * k + i] = axes[2][i] + part * axes[k >> 1][i];
            }
        }
        return ways;
    }

    /**
     * Returns the distance from the middle of the bounds at which what reaches so far is in sight.
     *
     * @param bounds gives the middle, and all if nothing reaches anywhere
     * @param ways as from {@link #ways}
     * @param reach how far it reaches in each of them
     */
    static double fit(Bounds bounds, double[] ways, double[] reach) {
        var box = orUnitCube(bounds);
        double fit = radius(box) * 1e-3;
        for (double far : beyond(box, ways, reach)) {
            fit = Math.max(fit, far);
        }
        return Double.isNaN(fit) ? Double.POSITIVE_INFINITY : fit;
    }

    /**
     * Returns from where what reaches so far is in the middle of the picture and as near as it can
     * be: from the middle of the bounds to the right, up and back, as one looks. Of each two
     * opposite ways, which meet the eye r away at r + m s and r - m s if it is s to the side of the
     * middle, both are just in sight where s is half of their difference over m, and r the mean. It
     * is no nearer to anything than a quarter of the radius: all of a needle is in sight from its
     * tip.
     *
     * @param bounds as for {@link #fit}
     * @param ways of one side, or of several all around, of which the eye keeps above the middle
     * @param reach how far it reaches in each of them
     * @param aspect width over height
     */
    static double[] middle(Bounds bounds, double[] ways, double[] reach, double aspect) {
        double[] far = beyond(orUnitCube(bounds), ways, reach);
        double[] most = far.clone();
        for (int k = 0; k < far.length; k++) {
            most[k % WAYS] = Math.max(most[k % WAYS], far[k]);
        }
        if (far.length > WAYS) {
            // Whatever turns about an axis reaches as far to the left as to the right
            most[0] = Math.max(most[0], most[1]);
            most[1] = most[0];
        }
        double[] slopes = slopes(aspect);
        double radius = radius(orUnitCube(bounds));
        double[] place = {0, 0, most[4] + NEAREST * radius};
        for (int axis = 0; axis < 2; axis++) {
            double side = (most[2 * axis] - most[2 * axis + 1]) / 2 * slopes[axis] / MARGIN;
            place[axis] = Double.isFinite(side) ? side : 0;
            place[2] = Math.max(place[2], (most[2 * axis] + most[2 * axis + 1]) / 2);
        }
        if (Double.isNaN(place[2])) {
            place[2] = Double.POSITIVE_INFINITY;
        }
        return place;
    }

    /** How far it reaches from the middle of a box; the box itself where that is not known. */
    private static double[] beyond(Bounds box, double[] ways, double[] reach) {
        var center = box.center();
        double[] far = new double[reach.length];
        for (int k = 0; k < reach.length; k++) {
            double x = ways[3 * k];
            double y = ways[3 * k + 1];
            double z = ways[3 * k + 2];
            double most = reach[k];
            if (most == Double.NEGATIVE_INFINITY) {
                most =
                        x * (x < 0 ? box.min() : box.max()).x()
                                + y * (y < 0 ? box.min() : box.max()).y()
                                + z * (z < 0 ? box.min() : box.max()).z();
            }
            far[k] = most - (x * center.x() + y * center.y() + z * center.z());
        }
        return far;
    }

    /** Directions to the right, up and back. */
    private static double[][] axes(double azimuth, double elevation) {
        double az = StrictMath.toRadians(azimuth);
        double el = StrictMath.toRadians(elevation);
        double[] back = {
            StrictMath.cos(el) * StrictMath.sin(az),
            StrictMath.sin(el),
            StrictMath.cos(el) * StrictMath.cos(az)
        };
        double[] right = {StrictMath.cos(az), 0, -StrictMath.sin(az)};
        double[] up = {
            back[1] * right[2] - back[2] * right[1],
            back[2] * right[0] - back[0] * right[2],
            back[0] * right[1] - back[1] * right[0]
        };
        return new double[][] {right, up, back};
    }

    /**
     * Half width and height of the picture at distance 1: the smaller side sees the field of view.
     */
    private static double[] slopes(double aspect) {
        double tan = StrictMath.tan(FIELD_OF_VIEW / 2);
        return aspect < 1 ? new double[] {tan, tan / aspect} : new double[] {tan * aspect, tan};
    }

    /** Of a box, or so large that floats can tell its sides where it is. */
    private static double radius(Bounds box) {
        return Math.max(Math.max(box.radius(), 1e-20), SMALLEST * box.center().length());
    }

    private static Bounds orUnitCube(Bounds bounds) {
        return bounds.isEmpty() ? new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1)) : bounds;
    }

    private static Mat4 viewMatrix(double[] right, double[] up, double[] back, Vec3 eye) {
        float[] m = new float[16];
        double[][] rows = {right, up, back};
        for (int r = 0; r < 3; r++) {
            m[r] = (float) rows[r][0];
            m[4 + r] = (float) rows[r][1];
            m[8 + r] = (float) rows[r][2];
            m[12 + r] =
                    (float) -(rows[r][0] * eye.x() + rows[r][1] * eye.y() + rows[r][2] * eye.z());
        }
        m[15] = 1;
        return Mat4.ofColumns(m);
    }

    /** Depth 0..1; an infinite far plane is allowed. */
    private static Mat4 perspective(double tanX, double tanY, double near, double far) {
        double a = Double.isInfinite(far) ? -1 : far / (near - far);
        double b = Double.isInfinite(far) ? -near : near * far / (near - far);
        return Mat4.ofColumns(
                (float) (1 / tanX),
                0,
                0,
                0,
                0,
                (float) (1 / tanY),
                0,
                0,
                0,
                0,
                (float) a,
                -1,
                0,
                0,
                (float) b,
                0);
    }

    /**
     * A camera of the scene at rest, as {@link #ofNode(Scene, WorldTransforms, int, double)} has
     * it.
     *
     * @param scene the scene
     * @param node a node with a camera
     * @param aspect width over height of the picture
     */
    public static View ofNode(Scene scene, int node, double aspect) {
        return ofNode(scene, scene.worldTransforms(), node, aspect);
    }

    /** A camera of the scene at rest, where it stands when nodes have moved. */
    public static View ofNode(Scene scene, WorldTransforms transforms, int node, double aspect) {
        int camera = scene.nodes().get(node).camera();
        return ofNode(scene.cameras().get(camera), transforms.get(node), node, aspect, 0);
    }

    /**
     * A camera of the scene, as it is in a pose and where it stands then. All that it shows is in
     * the picture, and nothing is stretched: where the picture has another shape than the camera,
     * there is more to see at two sides. A camera that has no shape of its own, {@link
     * Camera.Perspective#aspectRatio()} being 0, keeps its height.
     *
     * @param pose of the scene
     * @param transforms where its nodes are then
     * @param node a node with a camera
     * @param aspect width over height of the picture
     * @throws SceneException if the camera's numbers are too large, or too small, to see anything
     */
    public static View ofNode(Pose pose, WorldTransforms transforms, int node, double aspect) {
        return ofNode(pose, transforms, node, aspect, 0);
    }

    /**
     * Does as {@link #ofNode(Pose, WorldTransforms, int, double)} does.
     *
     * @param nearest a near plane is not nearer
     */
    static View ofNode(
            Pose pose, WorldTransforms transforms, int node, double aspect, float nearest) {
        int camera = pose.scene().nodes().get(node).camera();
        return ofNode(pose.camera(camera), transforms.get(node), node, aspect, nearest);
    }

    private static View ofNode(Camera camera, Mat4 world, int node, double aspect, float nearest) {
        // A camera does not scale: keep the axes' directions only
        double[][] axes = new double[3][3];
        for (int c = 0; c < 3; c++) {
            double length = 0;
            for (int r = 0; r < 3; r++) {
                axes[c][r] = world.get(r, c);
                length += axes[c][r] * axes[c][r];
            }
            length = Math.sqrt(length);
            for (int r = 0; r < 3; r++) {
                axes[c][r] = length > 0 ? axes[c][r] / length : r == c ? 1 : 0;
            }
        }
        var eye = new Vec3(world.get(0, 3), world.get(1, 3), world.get(2, 3));
        var projection =
                switch (camera) {
                    case Camera.Perspective p -> {
                        double tanY = StrictMath.tan(p.yFov() / 2.0);
                        double taller = Math.min(p.aspectRatio() / aspect, TALLEST);
                        double height = tanY * Math.max(1, taller);
                        // Not beyond the far plane
                        double near = Math.max(p.zNear(), Math.min(nearest, p.zFar() / 2));
                        yield perspective(height * aspect, height, near, p.zFar());
                    }
                    case Camera.Orthographic o -> {
                        double depth = 1 / ((double) o.zNear() - o.zFar());
                        double own = Math.abs((double) o.xMag() / o.yMag());
                        yield Mat4.ofColumns(
                                (float) (1 / (o.xMag() * Math.max(1, aspect / own))),
                                0,
                                0,
                                0,
                                0,
                                (float) (1 / (o.yMag() * Math.max(1, own / aspect))),
                                0,
                                0,
                                0,
                                0,
                                (float) depth,
                                0,
                                0,
                                0,
                                (float) (o.zNear() * depth),
                                1);
                    }
                };
        var view = viewMatrix(axes[0], axes[1], axes[2], eye);
        return ofScene(eye, view, projection, "nodes[%d], a camera, stands at %s", node, eye);
    }

    /** Finds the node of a camera by its index among the scene's camera nodes, or by name. */
    public static OptionalInt findCamera(Scene scene, String nameOrIndex) {
        int seen = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            var node = scene.nodes().get(n);
            if (node.camera() < 0 || !scene.worldTransforms().isInScene(n)) {
                continue;
            }
            boolean named =
                    node.name().equals(nameOrIndex)
                            || scene.cameras().get(node.camera()).name().equals(nameOrIndex);
            if (named || nameOrIndex.equals(Integer.toString(seen))) {
                return OptionalInt.of(n);
            }
            seen++;
        }
        return OptionalInt.empty();
    }
}

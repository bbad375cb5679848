// SPDX-License-Identifier: BSD-3-Clause

// The tables to begin with: those whose tests err, and those of certain readings.

import board from "../../../diag/isolation/examples/board.csv";
import car from "../../../diag/isolation/examples/car.csv";
import clinic from "../../../diag/isolation/examples/clinic.csv";
import fan from "../../../diag/isolation/examples/fan.csv";
import network from "../../../diag/isolation/examples/network.csv";
import office from "../../../diag/isolation/examples/office.csv";
import plant from "../../../diag/isolation/examples/plant.csv";
import printer from "../../../diag/isolation/examples/printer.csv";
import vehicle from "../../../diag/isolation/examples/vehicle.csv";

export const ERRING = { fan, office, vehicle, plant, printer, clinic };
export const CERTAIN = { car, network, board };

export type Example = keyof typeof ERRING | keyof typeof CERTAIN;
